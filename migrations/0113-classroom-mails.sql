-- Teachers are told of what is handed in by the mail of a day, too; a row without a question stands for it.
alter table discussion_notices alter column question_id drop not null;

-- Mails of lessons that open are said no to by themselves; a no to letters about courses ends them as before.
alter table mail_consents drop constraint mail_consents_list_check;
alter table mail_consents add constraint mail_consents_list_check
  check (list in ('news', 'courses', 'reminders', 'lessons', 'push')) not valid;
alter table mail_consent_events drop constraint mail_consent_events_list_check;
alter table mail_consent_events add constraint mail_consent_events_list_check
  check (list in ('news', 'courses', 'reminders', 'lessons', 'push')) not valid;
alter table mails drop constraint mails_list_check;
alter table mails add constraint mails_list_check
  check (list in ('news', 'courses', 'reminders', 'lessons')) not valid;
