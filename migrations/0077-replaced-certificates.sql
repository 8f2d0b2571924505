-- A certificate that was issued again, as its name was wrong, has a new number; the old one leads to it
-- for ever (docs/decisions/0095). A certificate that is replaced once more takes its older numbers along.
create table replaced_certificates (
  id text primary key,
  replaced_by text not null references certificates on update cascade on delete cascade,
  replaced_at timestamptz not null default clock_timestamp()
);
create index replaced_certificates_replaced_by on replaced_certificates (replaced_by);
