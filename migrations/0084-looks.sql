-- What the academy looked like since when (docs/decisions/0100); the one row without a time is the draft.
create table looks (
  number bigint generated always as identity primary key,
  content jsonb not null,
  changed_by uuid not null,
  published_at timestamptz
);
create unique index looks_draft on looks ((true)) where published_at is null;
