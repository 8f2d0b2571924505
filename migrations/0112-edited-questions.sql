-- Who wrote a question or an answer may change and remove it (docs/decisions/0132).
alter table questions add column edited_at timestamptz;
-- The words are gone then; the answers of others stay.
alter table questions add column removed_at timestamptz;
-- What was reported or hidden, as it stood before its writer changed it; until staff let it stand.
alter table questions add column words_before text;
alter table answers add column edited_at timestamptz;
alter table answers add column removed_at timestamptz;
alter table answers add column words_before text;
