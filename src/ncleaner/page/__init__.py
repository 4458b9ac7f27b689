"""The objects that pass from stage to stage: page, blocks and elements, decisions, segments, document."""
