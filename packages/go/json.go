package postline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Ptr returns a pointer to a value, for the optional fields of requests.
func Ptr[T any](value T) *T { return &value }

// encode writes JSON without escapes for HTML, which would make mail larger than it is.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// marshalFields writes a request as JSON. Optional fields are left out if they are nil, unlike with omitempty also if
// they are empty and not nil, and are null if nulls names them.
func marshalFields(request any, nulls []string) ([]byte, error) {
	value := reflect.ValueOf(request)
	members := map[string]any{}
	for i := 0; i < value.NumField(); i++ {
		name, isOptional := memberOf(value.Type().Field(i))
		if field := value.Field(i); name != "-" && !(isOptional && isNone(field)) {
			members[name] = emptyIfNil(field)
		}
	}
	for _, null := range nulls {
		field, isField := value.Type().FieldByName(null)
		name, isOptional := memberOf(field)
		if !isField || !isOptional || members[name] != nil {
			return nil, fmt.Errorf("NullFields: %q is not an optional field of %s that is nil", null, value.Type().Name())
		}
		members[name] = nil
	}
	return encode(members)
}

// memberOf returns the name of a field in JSON, and whether it may be left out.
func memberOf(field reflect.StructField) (name string, isOptional bool) {
	name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, option == "omitempty"
}

func isNone(field reflect.Value) bool {
	switch field.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return field.IsNil()
	}
	return field.IsZero()
}

// emptyIfNil returns a value for JSON. A nil slice or map means an empty one, as everywhere in Go.
func emptyIfNil(field reflect.Value) any {
	switch {
	case field.Kind() == reflect.Slice && field.IsNil():
		return []any{}
	case field.Kind() == reflect.Map && field.IsNil():
		return map[string]any{}
	}
	return field.Interface()
}
