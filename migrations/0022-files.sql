-- Files to take away from lessons (docs/decisions/0040).
create table attachments (
  -- That of the upload it was made from.
  id uuid primary key,
  course_id text not null references courses on delete cascade,
  filename text not null check (char_length(filename) between 1 and 200),
  type text not null,
  size_in_bytes bigint not null check (size_in_bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- In the media store. Files of the same content share it.
  key text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index attachments_course on attachments (course_id);
create index attachments_key on attachments (key);

-- Who has fetched what, to be told when there is a newer one.
create table attachment_fetches (
  learner_id uuid not null references users on delete cascade,
  attachment_id uuid not null references attachments on delete cascade,
  fetched_at timestamptz not null default clock_timestamp(),
  primary key (learner_id, attachment_id)
);
create index attachment_fetches_attachment on attachment_fetches (attachment_id);

-- In which lesson a publication put one file in the place of another, also over several publications.
create table attachment_replacements (
  course_id text not null references courses on delete cascade,
  video_id text not null references videos on delete cascade,
  old_id uuid not null references attachments on delete cascade,
  new_id uuid not null references attachments on delete cascade,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (video_id, old_id, new_id)
);
create index attachment_replacements_course on attachment_replacements (course_id);
create index attachment_replacements_old on attachment_replacements (old_id);
create index attachment_replacements_new on attachment_replacements (new_id);
