"""The forest: boosted trees over what is known of each block, its neighbours and its containers."""
