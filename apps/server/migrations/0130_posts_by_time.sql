-- Posts are stored in the order of their time, so a summary of each part of the table is enough to find those whose term ends
-- soon, and costs an answer of a lesson nothing.
CREATE INDEX live_posts_posted_at ON live_posts USING brin (posted_at);
