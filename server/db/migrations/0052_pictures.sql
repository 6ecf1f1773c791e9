CREATE TABLE "picture_files" (
	"product_no" text NOT NULL,
	"version" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_files_product_no_version_width_format_pk" PRIMARY KEY("product_no","version","width","format")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE cascade ON UPDATE no action;