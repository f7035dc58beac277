export { default } from '#app/(private)/unknown-address.ts'
