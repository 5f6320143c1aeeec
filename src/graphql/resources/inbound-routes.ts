import {
  createInboundRoute,
  deleteInboundRoute,
  getInboundRoute,
  listInboundRoutes,
  rotateInboundRouteSecret,
  updateInboundRoute,
} from '../../operations/inbound-routes.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, looksUp, pages, read, runs } from '../resolve.js'

const about = {
  domain: 'The domain whose mail it forwards.',
  destination_type: 'How it forwards mail.',
  format:
    'How a webhook route writes its requests: as ours by default, or as another mail API hands over received mail.',
}

const InboundRoute = outputOf('InboundRoute', 'A rule that forwards received mail.', getInboundRoute.output, {
  node: { kind: 'inboundRoute', operation: getInboundRoute, service: 'inboundRoutes' },
  about,
})
const InboundRouteConnection = connectionOf('InboundRoute', InboundRoute, 'inbound routes')
const InboundRouteWithSecret = outputOf(
  'InboundRouteWithSecret',
  'A route with its signing secret.',
  createInboundRoute.output,
  {
    about,
    more: (t) => ({
      inboundRoute: t.field({
        type: InboundRoute,
        description: 'The route as it is now, as lists have it.',
        resolve: ({ id }: { id: string }, _args: unknown, context: GraphqlContext) =>
          read(getInboundRoute, { id }, context),
      }),
    }),
  },
)
const CreateInboundRouteInput = inputOf('CreateInboundRouteInput', 'A new route.', createInboundRoute.input, {
  about,
})
const UpdateInboundRouteInput = inputOf('UpdateInboundRouteInput', 'What is to change.', updateInboundRoute.input, {
  omit: ['id'],
  about,
})

builder.queryFields((t) => ({
  inboundRoute: t.field({
    type: InboundRoute,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The route.' }) },
    ...looksUp(getInboundRoute),
  }),
  inboundRoutes: t.field({
    type: InboundRouteConnection,
    args: pageArgs(t, listInboundRoutes),
    ...pages(listInboundRoutes, 'routes'),
  }),
}))

builder.mutationFields((t) => {
  const id = t.arg({ type: 'ID', required: true, description: 'The route.' })
  return {
    createInboundRoute: t.field({
      type: InboundRouteWithSecret,
      args: { input: t.arg({ type: CreateInboundRouteInput, required: true, description: 'The new route.' }) },
      ...runs(createInboundRoute),
    }),
    updateInboundRoute: t.field({
      type: InboundRoute,
      args: {
        id,
        input: t.arg({ type: UpdateInboundRouteInput, required: true, description: 'The fields to change.' }),
      },
      ...runs(updateInboundRoute),
    }),
    rotateInboundRouteSecret: t.field({
      type: InboundRouteWithSecret,
      args: { id },
      ...runs(rotateInboundRouteSecret),
    }),
    deleteInboundRoute: t.field({ type: 'Boolean', args: { id }, ...does(deleteInboundRoute) }),
  }
})
