export { PublicCatalogue as Screen } from '#src/features/search/catalogue/public-catalogue.tsx'
