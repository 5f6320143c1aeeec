{{/* The name that all objects begin with. */}}
{{- define "postline.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "postline.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The pod of helm test is none of the release: no network policy is about it. */}}
{{- define "postline.testLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-test
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "postline.labels" -}}
{{ include "postline.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The roles that run: a list in a dictionary, because templates return text. */}}
{{- define "postline.roles" -}}
roles: [api, worker, scheduler{{ if .Values.smtp.enabled }}, smtp{{ end }}]
{{- end -}}

{{/* Image of a role. Takes a dictionary with root and role. */}}
{{- define "postline.image" -}}
{{- $image := .root.Values.image -}}
{{- $tag := (index .root.Values .role).imageTag | default $image.tag | default .root.Chart.AppVersion -}}
{{- if and $image.digest (not (index .root.Values .role).imageTag) -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $tag }}
{{- end -}}
{{- end -}}

{{/* A number of the values as text: they arrive as floats, which would be written with an exponent. */}}
{{- define "postline.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{/* The settings that all processes get, as the data of the ConfigMap. */}}
{{- define "postline.settings" -}}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "invalid" $value) }}
{{ $name }}: {{ include "postline.text" $value | quote }}
{{- end }}
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.gateway.enabled) (not (hasKey .Values.settings "TRUST_PROXY")) }}
# The one proxy in front of the API.
TRUST_PROXY: "1"
{{- end }}
{{- if and .Values.migration.enabled (not (hasKey .Values.settings "MIGRATE_ON_START")) }}
# The Job does it.
MIGRATE_ON_START: "false"
{{- end }}
{{- end -}}

{{- define "postline.secretName" -}}
{{- .Values.secrets.existing | default (include "postline.fullname" .) -}}
{{- end -}}

{{/* The secrets of a role, as a comma-separated list. Takes a dictionary with root and role. */}}
{{- define "postline.secretsOf" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $keys := $root.Values.secrets.keys -}}
{{- if not $root.Values.secrets.existing -}}{{- $keys = keys $root.Values.secrets.values | sortAlpha -}}{{- end -}}
{{- $readers := $root.Files.Get "files/secrets.yaml" | fromYaml -}}
{{- $own := list -}}
{{- range $keys -}}
{{- if has $role (get $readers .) -}}{{- $own = append $own . -}}{{- end -}}
{{- end -}}
{{- join "," $own -}}
{{- end -}}

{{/* Hosts of the API: those given, or the host of BASE_URL. Takes a dictionary with root and hosts. */}}
{{- define "postline.hosts" -}}
{{- $own := get (urlParse .root.Values.settings.BASE_URL) "host" | splitList ":" | first -}}
{{- .hosts | default (list $own) | join "," -}}
{{- end -}}

{{/* The ports that the processes listen on. Those below 1024 would need a capability. */}}
{{- define "postline.ports" -}}
http: 3000
metrics: 9464
smtp: 2525
smtps: 2465
{{- end -}}
