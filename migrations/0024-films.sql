-- Own films (docs/decisions/0044).
create table films (
  -- That of the upload it is made from.
  id uuid primary key,
  -- For which course it was uploaded; null: that course is gone.
  course_id text references courses on delete set null,
  filename text not null check (char_length(filename) between 1 and 200),
  state text not null check (state in ('uploading', 'processing', 'ready', 'failed')),
  -- Why it failed, or what could not be made of it: a sentence for people.
  message text,
  duration_in_seconds double precision check (duration_in_seconds > 0),
  -- Whether browsers play the original as it is.
  is_playable boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  -- Since when no draft and no publication names it; null: one does.
  unused_since timestamptz,
  check (state in ('uploading', 'failed') or duration_in_seconds is not null)
);
create index films_course on films (course_id);
create index films_uploading on films (created_at) where state = 'uploading';

-- The files of a film: the original, what was made from it, a poster and the pictures of the seek bar.
create table film_renditions (
  film_id uuid not null references films on delete cascade,
  name text not null check (name in
    ('original', '1080p', '720p', '480p', 'data_saver', 'sound_only', 'poster', 'sprite')),
  type text not null,
  -- Of the picture; null: sound alone, or not known.
  width integer,
  height integer,
  bits_per_second integer not null,
  size_in_bytes bigint not null check (size_in_bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- In the media store. Files of the same content share it.
  key text not null,
  -- Of a sprite: {columns, rows, every_in_seconds}.
  grid jsonb,
  primary key (film_id, name)
);
create index film_renditions_key on film_renditions (key);

-- What is still to be made. Whoever works on a row holds it by a token until lease_until.
create table film_jobs (
  film_id uuid not null references films on delete cascade,
  name text not null,
  position integer not null,
  -- How often it was begun, and how often it ended in an error.
  attempts integer not null default 0,
  failures integer not null default 0,
  -- From 0 to 1.
  progress real not null default 0,
  lease_token uuid,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  primary key (film_id, name)
);
create index film_jobs_open on film_jobs (lease_until);

-- What processes keep of a film's files.
create trigger films_told after insert or delete on films
  for each row execute function notify_change('film', 'id');
create trigger films_changed_told after update on films
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'id');
create trigger films_emptied_told after truncate on films execute function notify_change();
create trigger film_renditions_told after insert or delete on film_renditions
  for each row execute function notify_change('film', 'film_id');
create trigger film_renditions_changed_told after update on film_renditions
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'film_id');
create trigger film_renditions_emptied_told after truncate on film_renditions
  execute function notify_change();
