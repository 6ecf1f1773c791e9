DROP FUNCTION product_document_exists(tsquery);--> statement-breakpoint
DROP TABLE "product_documents";--> statement-breakpoint
DROP TABLE "search_words";--> statement-breakpoint
DROP INDEX "prices_by_price";
