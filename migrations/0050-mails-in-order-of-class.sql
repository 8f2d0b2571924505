-- Which mails go first, how often the mail server said no to each, and whose consent is asked once more
-- when a letter goes (docs/decisions/0078).
alter table mails
  -- 0: somebody waits for it at a screen. 1: about a purchase or an account. 2: a letter to many people.
  add column priority smallint not null default 1 check (priority between 0 and 2),
  add column refusals integer not null default 0,
  -- Of letters: whose consent counts. No foreign key: mails stay when an account goes.
  add column learner_id uuid;

update mails set refusals = attempts, priority = case when list is null then 1 else 2 end
 where sent_at is null and next_attempt_at is not null;
update mails set learner_id = users.id from users
 where users.email = recipient and list is not null and sent_at is null and next_attempt_at is not null;

drop index mails_unsent;
create index mails_due on mails (priority, next_attempt_at)
  where sent_at is null and next_attempt_at is not null;
drop index mails_letters_waiting;
create index mails_letters_waiting on mails (learner_id)
  where list is not null and sent_at is null and next_attempt_at is not null;
