-- Launch prices and bundles take off a part of an order's discount, too. Null: without a coupon, or from before.
alter table orders add column coupon_discount_in_paise bigint;
alter table orders add constraint orders_coupon_discount_check
  check (coupon_discount_in_paise between 0 and discount_in_paise) not valid;
alter table tax_documents add column coupon_discount_in_paise bigint;
alter table tax_documents add constraint tax_documents_coupon_discount_check
  check (coupon_discount_in_paise between 0 and discount_in_paise) not valid;
