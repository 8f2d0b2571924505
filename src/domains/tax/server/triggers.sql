-- Documents stay as they were issued, and settings as they held (docs/decisions/0049).
create or replace trigger tax_documents_append_only before update or delete on tax_documents
  for each row execute function
  refuse_change_but_joining('buyer_name', 'buyer_email', 'buyer_address', 'buyer_gstin', 'buyer_kept_until');
create or replace trigger tax_settings_append_only before update or delete on tax_settings
  for each row execute function refuse_change();

-- Prices are shown with the tax that they include (docs/caches.md).
create or replace trigger tax_settings_told after insert on tax_settings
  for each row execute function notify_change('tax settings', 'id', 'tax');
create or replace trigger tax_settings_emptied_told after truncate on tax_settings
  execute function notify_change();
