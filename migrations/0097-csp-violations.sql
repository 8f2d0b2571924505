-- What the content security policy of our pages stopped in browsers, each thing once: never who was there.
create table csp_violations (
  directive text not null,
  blocked text not null,
  page text not null,
  reports bigint not null default 1,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (directive, blocked, page)
);
