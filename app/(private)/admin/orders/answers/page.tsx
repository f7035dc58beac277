import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { FiledAnswers, LimitPanel, OfferedAnswers } from '#components/orders/admin/answers-panels.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { getAnswers } from '#lib/orders/queries/admin-order.ts'
import { LEAST_PROOFS } from '#lib/provider/rules/capabilities.ts'
import { staffOrSignIn } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-acts.answers', (t) => t('title'))

export default async function AnswersPage() {
  const staff = await staffOrSignIn('/admin/orders/answers')
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'admin-acts.answers' })
  const tArea = await getTranslations({ locale, namespace: 'admin.area' })
  const { offered, filed, limit } = await getAnswers(staff)
  const mayFile = can(staff, 'answers.file')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-settings']}>
      <header className="a-head">
        <h1>{t('title')}</h1>
        <Link className="a-link" href="/admin/orders">
          {tArea('orders')}
        </Link>
      </header>
      <div className="grid min-w-0 content-start gap-4">
        <p className="a-soft">{t('lead', { count: LEAST_PROOFS })}</p>
        <OfferedAnswers answers={offered} mayFile={mayFile} />
        <FiledAnswers answers={filed} mayFile={mayFile} />
        <LimitPanel limit={limit} mayChange={can(staff, 'limits.change')} />
      </div>
    </StaffMessages>
  )
}
