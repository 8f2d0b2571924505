-- Pages as lists of parts (docs/decisions/0101). A page of which neither stands here has the words that come
-- with the academy.
create table page_drafts (
  address text primary key,
  revision integer not null check (revision > 0),
  -- Null: as published.
  content jsonb,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by uuid,
  -- A publication to come, with what was shown and confirmed.
  publish_at timestamptz,
  scheduled_content jsonb,
  scheduled_by uuid,
  check ((publish_at is null) = (scheduled_content is null))
);
create index page_drafts_due on page_drafts (publish_at) where publish_at is not null;

create table page_publications (
  address text not null,
  number integer not null check (number > 0),
  published_at timestamptz not null default clock_timestamp(),
  published_by uuid,
  -- Null: taken away, or the words that come with the academy are to stand.
  content jsonb,
  changes jsonb not null,
  primary key (address, number)
);
