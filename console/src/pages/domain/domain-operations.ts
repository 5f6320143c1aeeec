import { graphql, type ResultOf } from '../../graphql/graphql'

const LogoFragment = graphql(`
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

export const DomainDocument = graphql(`
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
export type DomainQuery = ResultOf<typeof DomainDocument>

export const DnsSetupDocument = graphql(`
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
export type DnsSetupQuery = ResultOf<typeof DnsSetupDocument>

export const ZonefileDocument = graphql(`
  query Zonefile($id: String!) {
    domainZonefile(domain: $id)
  }
`)

export const DomainLogoDocument = graphql(
  `
  query DomainLogo($id: String!) {
    domainLogo(domain: $id) {
      ...Logo
    }
  }
`,
  [LogoFragment],
)
export type DomainLogoQuery = ResultOf<typeof DomainLogoDocument>

export const VerifyDomainDocument = graphql(`
  mutation VerifyDomain($id: String!) {
    verifyDomain(domain: $id) {
      fullyVerified
    }
  }
`)

export const SetDomainFromNameDocument = graphql(`
  mutation SetDomainFromName($id: String!, $fromName: String) {
    setDomainFromName(domain: $id, fromName: $fromName) {
      domain
      fromName
    }
  }
`)

export const SetDomainInboundDocument = graphql(`
  mutation SetDomainInbound($id: String!, $enabled: Boolean!) {
    setDomainInbound(domain: $id, enabled: $enabled) {
      enabled
    }
  }
`)

export const SetDomainLinksDocument = graphql(`
  mutation SetDomainLinks($id: String!, $enabled: Boolean!) {
    setDomainLinks(domain: $id, enabled: $enabled) {
      id
      links {
        enabled
      }
    }
  }
`)

export const SetDomainEd25519Document = graphql(`
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

export const SetDomainLogoDocument = graphql(
  `
  mutation SetDomainLogo($id: String!, $logoUrl: String) {
    setDomainLogo(domain: $id, logoUrl: $logoUrl) {
      ...Logo
    }
  }
`,
  [LogoFragment],
)

export const DeleteDomainDocument = graphql(`
  mutation DeleteDomain($id: String!) {
    deleteDomain(domain: $id)
  }
`)
