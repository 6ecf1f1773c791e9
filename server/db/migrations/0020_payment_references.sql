DROP INDEX "account_payments_customer";--> statement-breakpoint
CREATE UNIQUE INDEX "account_payments_reference_unique" ON "account_payments" USING btree ("customer_id","reference");