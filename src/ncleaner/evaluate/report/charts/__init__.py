"""The drawings of the report as inline SVG, each with a title and a description for those who do not see it."""
