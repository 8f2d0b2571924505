-- The name of a backup that is on its way into the store (docs/decisions/0067): who is killed before it was
-- read again there leaves one that counts for nothing, and the next run removes it.
alter table backup_schedule add column unread_key text;
