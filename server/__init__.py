"""The table in the browser: matches behind a socket, one view model for every front end."""
