"""The core IR: what both engines run. Typed, finite, without names of any game; printed and verified as text."""
