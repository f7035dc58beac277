import { BuyerMessages } from '#app/(private)/buyer-messages.tsx'

/** Around every page of a buyer: their words in the browser, kept from one page to the next. */
export default function BuyerLayout({ children }: LayoutProps<'/'>) {
  return <BuyerMessages>{children}</BuyerMessages>
}
