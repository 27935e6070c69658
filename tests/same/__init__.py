"""The gate of a change that must not change anything: what all programs mean, before and after."""
