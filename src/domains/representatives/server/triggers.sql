-- A parent's consent, and when it ended, is proof.
create or replace trigger parental_consents_append_only before update or delete on parental_consents
  for each row execute function refuse_change();
