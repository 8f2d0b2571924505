-- Keys that sign PDFs, with the certificates that readers show: all that ever signed stay published
-- (docs/decisions/0105). The private part is encrypted under the key of the settings.
create table document_keys (
  -- X.509 in base64.
  certificate text primary key,
  sealed_private_key text not null,
  made_at timestamptz not null default clock_timestamp()
);
