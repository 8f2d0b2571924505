-- What this academy signs its backups with (docs/decisions/0082). One row, made by the first backup; never
-- part of a backup, or whoever reads one could sign another.
create table backup_signing_key (
  id boolean primary key default true check (id),
  -- Ed25519, PKCS #8.
  private_key bytea not null
);
