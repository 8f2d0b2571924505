-- Which letter a mail is of, and whether it may have arrived although nobody knows: its mail server
-- fell silent, or the process that was sending it ended (docs/decisions/0061).
alter table mails
  add column letter_id uuid,
  add column may_have_arrived boolean not null default false;
create index mails_of_letter on mails (letter_id) where letter_id is not null and sent_at is null;

-- Audiences leave out who is blocked: few people.
create index users_blocked on users (id) where blocked_at is not null;
