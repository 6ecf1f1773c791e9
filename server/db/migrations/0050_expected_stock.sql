ALTER TABLE "stock" ADD COLUMN "expected_on" date;--> statement-breakpoint
ALTER TABLE "stock" ADD COLUMN "expected_quantity" integer;