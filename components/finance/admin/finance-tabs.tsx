import { useTranslations } from 'next-intl'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'

const PAGES = {
  figures: '/admin/finance',
  refunds: '/admin/finance/refunds',
  losses: '/admin/finance/losses',
  payments: '/admin/finance/payments',
  months: '/admin/finance/months',
  supplier: '/admin/finance/supplier',
} as const

/** The pages of the area, on each of them. */
export function FinanceTabs({ here }: { here: keyof typeof PAGES }) {
  const t = useTranslations('admin-finance.page')

  return (
    <TabStrip label={t('label')}>
      {Object.entries(PAGES).map(([name, href]) => (
        <GoLink key={name} className="a-tab" href={href} aria-current={name === here ? 'page' : undefined}>
          {t(name as keyof typeof PAGES)}
        </GoLink>
      ))}
    </TabStrip>
  )
}
