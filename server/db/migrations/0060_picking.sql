ALTER TABLE "order_lines" ADD COLUMN "placed" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "stands_for" integer;