create table courses (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) between 1 and 10000),
  price_in_paise bigint not null check (price_in_paise >= 100 and price_in_paise % 100 = 0),
  -- Null: the screen draws a cover.
  thumbnail text,
  created_at timestamptz not null default clock_timestamp(),
  -- Set: deleted from the shop, kept for those who bought it.
  hidden_at timestamptz
);
create index courses_on_sale on courses (created_at) where hidden_at is null;

create table modules (
  id uuid primary key,
  course_id text not null references courses on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 10000),
  unique (course_id, position)
);

create table videos (
  id text primary key,
  course_id text not null references courses on delete cascade,
  module_id uuid not null references modules on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  url text not null check (char_length(url) between 1 and 2000),
  -- Free text such as '15 min'.
  duration text not null default '' check (char_length(duration) <= 50),
  unique (module_id, position)
);
create index videos_course_id on videos (course_id);
