// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DomainQueryVariables = Exact<{
  id: string;
}>;


export type DomainQuery = { domain: { id: string, domain: string, sandbox: boolean, fullyVerified: boolean, dkimStatus: string, spfStatus: string, dmarcStatus: string, ed25519Status: string | null, mailFromDomain: string, fromName: string | null, inboundEnabled: boolean, warnings: Array<string>, createdAt: string, links: { enabled: boolean, status: string } | null, dnsRecords: Array<{ type: string, name: string }> } | null };

export type DnsSetupQueryVariables = Exact<{
  id: string;
}>;


export type DnsSetupQuery = { domainDnsSetup: { domain: string, zoneApex: string, warnings: Array<string>, provider: { id: string, name: string, docsUrl: string | null, dashboardUrl: string | null, unproxyHint: string | null, recordNameLabel: string, recordValueLabel: string }, records: Array<{ type: string, name: string, host: string, value: string, status: string }>, inboundMxRecord: { priority: string, value: string }, links: { enabled: boolean, host: string, status: string, record: { type: string, host: string, value: string } } | null } | null };

export type ZonefileQueryVariables = Exact<{
  id: string;
}>;


export type ZonefileQuery = { domainZonefile: string | null };

export type DomainLogoQueryVariables = Exact<{
  id: string;
}>;


export type DomainLogoQuery = { domainLogo: { logoUrl: string | null, bimiPublished: boolean, vmcNote: string, record: { name: string, value: string } | null, dmarc: { atEnforcement: boolean, recommended: string } } | null };

export type LogoFragment = { logoUrl: string | null, bimiPublished: boolean, vmcNote: string, record: { name: string, value: string } | null, dmarc: { atEnforcement: boolean, recommended: string } };

export type VerifyDomainMutationVariables = Exact<{
  id: string;
}>;


export type VerifyDomainMutation = { verifyDomain: { fullyVerified: boolean } | null };

export type SetDomainFromNameMutationVariables = Exact<{
  id: string;
  fromName?: string | null | undefined;
}>;


export type SetDomainFromNameMutation = { setDomainFromName: { domain: string, fromName: string | null } | null };

export type SetDomainInboundMutationVariables = Exact<{
  id: string;
  enabled: boolean;
}>;


export type SetDomainInboundMutation = { setDomainInbound: { enabled: boolean } | null };

export type SetDomainLinksMutationVariables = Exact<{
  id: string;
  enabled: boolean;
}>;


export type SetDomainLinksMutation = { setDomainLinks: { id: string, links: { enabled: boolean } | null } | null };

export type SetDomainEd25519MutationVariables = Exact<{
  id: string;
  enabled: boolean;
}>;


export type SetDomainEd25519Mutation = { setDomainEd25519: { id: string, ed25519Status: string | null, dnsRecords: Array<{ type: string, name: string }> } | null };

export type SetDomainLogoMutationVariables = Exact<{
  id: string;
  logoUrl?: string | null | undefined;
}>;


export type SetDomainLogoMutation = { setDomainLogo: { logoUrl: string | null, bimiPublished: boolean, vmcNote: string, record: { name: string, value: string } | null, dmarc: { atEnforcement: boolean, recommended: string } } | null };

export type DeleteDomainMutationVariables = Exact<{
  id: string;
}>;


export type DeleteDomainMutation = { deleteDomain: boolean | null };

export const DomainDocument = document<DomainQuery, DomainQueryVariables>(`
query Domain($id: String!) {
  domain(name: $id) {
    id
    domain
    sandbox
    fullyVerified
    dkimStatus
    spfStatus
    dmarcStatus
    ed25519Status
    mailFromDomain
    fromName
    inboundEnabled
    links {
      enabled
      status
    }
    warnings
    createdAt
    dnsRecords {
      type
      name
    }
  }
}
`)

export const DnsSetupDocument = document<DnsSetupQuery, DnsSetupQueryVariables>(`
query DnsSetup($id: String!) {
  domainDnsSetup(domain: $id) {
    domain
    zoneApex
    provider {
      id
      name
      docsUrl
      dashboardUrl
      unproxyHint
      recordNameLabel
      recordValueLabel
    }
    records {
      type
      name
      host
      value
      status
    }
    inboundMxRecord {
      priority
      value
    }
    links {
      enabled
      host
      status
      record {
        type
        host
        value
      }
    }
    warnings
  }
}
`)

export const ZonefileDocument = document<ZonefileQuery, ZonefileQueryVariables>(`
query Zonefile($id: String!) {
  domainZonefile(domain: $id)
}
`)

export const DomainLogoDocument = document<DomainLogoQuery, DomainLogoQueryVariables>(`
query DomainLogo($id: String!) {
  domainLogo(domain: $id) {
    ...Logo
  }
}

fragment Logo on Indicator {
  logoUrl
  record {
    name
    value
  }
  dmarc {
    atEnforcement
    recommended
  }
  bimiPublished
  vmcNote
}
`)

export const VerifyDomainDocument = document<VerifyDomainMutation, VerifyDomainMutationVariables>(`
mutation VerifyDomain($id: String!) {
  verifyDomain(domain: $id) {
    fullyVerified
  }
}
`)

export const SetDomainFromNameDocument = document<SetDomainFromNameMutation, SetDomainFromNameMutationVariables>(`
mutation SetDomainFromName($id: String!, $fromName: String) {
  setDomainFromName(domain: $id, fromName: $fromName) {
    domain
    fromName
  }
}
`)

export const SetDomainInboundDocument = document<SetDomainInboundMutation, SetDomainInboundMutationVariables>(`
mutation SetDomainInbound($id: String!, $enabled: Boolean!) {
  setDomainInbound(domain: $id, enabled: $enabled) {
    enabled
  }
}
`)

export const SetDomainLinksDocument = document<SetDomainLinksMutation, SetDomainLinksMutationVariables>(`
mutation SetDomainLinks($id: String!, $enabled: Boolean!) {
  setDomainLinks(domain: $id, enabled: $enabled) {
    id
    links {
      enabled
    }
  }
}
`)

export const SetDomainEd25519Document = document<SetDomainEd25519Mutation, SetDomainEd25519MutationVariables>(`
mutation SetDomainEd25519($id: String!, $enabled: Boolean!) {
  setDomainEd25519(domain: $id, enabled: $enabled) {
    id
    ed25519Status
    dnsRecords {
      type
      name
    }
  }
}
`)

export const SetDomainLogoDocument = document<SetDomainLogoMutation, SetDomainLogoMutationVariables>(`
mutation SetDomainLogo($id: String!, $logoUrl: String) {
  setDomainLogo(domain: $id, logoUrl: $logoUrl) {
    ...Logo
  }
}

fragment Logo on Indicator {
  logoUrl
  record {
    name
    value
  }
  dmarc {
    atEnforcement
    recommended
  }
  bimiPublished
  vmcNote
}
`)

export const DeleteDomainDocument = document<DeleteDomainMutation, DeleteDomainMutationVariables>(`
mutation DeleteDomain($id: String!) {
  deleteDomain(domain: $id)
}
`)
