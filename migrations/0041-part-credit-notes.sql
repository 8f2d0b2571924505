-- A credit note for each part of a payment that went back (docs/decisions/0068).

alter table tax_documents
  -- What earlier notes took back of the same invoice.
  add column credited_before_in_paise bigint not null default 0 check (credited_before_in_paise >= 0),
  -- Of credit notes: the whole invoice. Null in those from before parts were credited: they are the whole.
  add column invoiced_in_paise bigint,
  drop constraint tax_documents_order_id_kind_key,
  drop constraint tax_documents_check3,
  -- One invoice for an order; of its notes each begins where the one before ended.
  add unique (order_id, kind, credited_before_in_paise),
  -- No more is ever taken back than was invoiced.
  add check (credited_before_in_paise + amount_in_paise <= coalesce(invoiced_in_paise, amount_in_paise)),
  -- A part that was given back by hand has no refund of ours.
  add check (case kind
    when 'invoice' then num_nonnulls(refund_id, invoice_id, invoice_number, invoice_issued_at, invoiced_in_paise) = 0
      and credited_before_in_paise = 0
    else num_nulls(invoice_id, invoice_number, invoice_issued_at) = 0
  end);
