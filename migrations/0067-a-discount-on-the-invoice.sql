-- A discount given at the sale stands on its invoice (CGST Act, section 15(3)(a); docs/decisions/0087). Zero
-- on invoices from before, and on credit notes: they tell what went back.
alter table tax_documents
  add column discount_in_paise bigint not null default 0,
  -- Null: without a coupon.
  add column coupon_code text,
  add check (discount_in_paise >= 0 and (kind = 'invoice' or discount_in_paise = 0)),
  add check (coupon_code is null or discount_in_paise > 0);
