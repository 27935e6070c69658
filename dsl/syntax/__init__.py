"""Text to syntax tree: the grammar of `grammars/rules.lark`, layout, tree builder, recovery after errors, formatter."""
