alter table video_progress
  -- When the learner first opened this video. Null in older rows.
  add column opened_at timestamptz,
  -- How long the learner's own player says the film is, once they really played most of
  -- that; null before, and in older rows until the next report.
  add column witnessed_in_seconds real check (witnessed_in_seconds > 0);
-- The column changes once in a row's life, so that the many reports stay cheap to write.
create index video_progress_witnessed on video_progress (video_id)
  where witnessed_in_seconds is not null;
