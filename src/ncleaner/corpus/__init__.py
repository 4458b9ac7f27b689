"""From crawl to corpus: what crawlers leave becomes what corpus tools and training pipelines read."""
