'use client'

import { ErrorPanel } from '#components/orders/error-panel.tsx'

export default ErrorPanel
