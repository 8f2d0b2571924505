-- Each certificate is also a badge that other tools check (docs/decisions/0106). Keys that ever signed one
-- stay published; the private part is encrypted under the key of the settings.
create table badge_keys (
  public_key text primary key,
  sealed_private_key text not null,
  made_at timestamptz not null default clock_timestamp()
);
-- By the number of a certificate, which may be replaced or put under another one: what was signed stays.
create table badges (
  certificate_id text primary key,
  -- Which bit of the status lists tells of its withdrawal.
  status_index bigint generated always as identity unique,
  -- JSON with its proof. Null: about to be signed.
  credential text
);
