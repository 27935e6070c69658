"""Tests of The Two Princes."""
