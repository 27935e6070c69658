"""What the words of the library do: each verb and function checked, and handed to lowering. Their rows stand in `dsl/library`."""
