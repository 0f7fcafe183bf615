// Pages can be read without this script.
