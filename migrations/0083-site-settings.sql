-- What owners set in the browser, by the name of its environment variable, which wins. Sealed ones are
-- encrypted under a key that is not in the database (src/domains/site/server/seal.ts).
create table site_settings (
  name text primary key,
  value text not null,
  is_sealed boolean not null,
  updated_at timestamptz not null default clock_timestamp()
);
