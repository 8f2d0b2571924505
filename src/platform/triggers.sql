-- Every process reads the secrets anew when one changes (secrets.ts).
create or replace trigger secrets_told after insert or update or delete on secrets
  for each row execute function notify_change('secret', 'name');
create or replace trigger secrets_emptied_told after truncate on secrets
  execute function notify_change();
create or replace trigger accepted_secrets_told after insert or update or delete on accepted_secrets
  for each row execute function notify_change('secret', 'name');
create or replace trigger accepted_secrets_emptied_told after truncate on accepted_secrets
  execute function notify_change();
