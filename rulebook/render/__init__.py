"""Renderings of the document model by templates: Typst and PDF, HTML, Markdown, JSON."""
