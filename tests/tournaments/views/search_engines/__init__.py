"""robots.txt and the sitemap, read as crawlers read them."""
