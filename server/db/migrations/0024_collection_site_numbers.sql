ALTER TABLE "collection_sites" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "collection_sites" ADD COLUMN "site_no" text;--> statement-breakpoint
ALTER TABLE "collection_sites" ADD CONSTRAINT "collection_sites_site_no_unique" UNIQUE("site_no");