-- What staff did is written where nobody can change it (docs/decisions/0053); who is forgotten goes from it
-- (docs/decisions/0110).
create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function
  refuse_change_but_erasing('actor_name', 'ip', 'before', 'after', 'reason', 'searched');
create or replace trigger audit_log_never_emptied before truncate on audit_log
  execute function refuse_change();
