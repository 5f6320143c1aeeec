export { PLANS, type Plan } from '../lib/plan-names.js'
